@echo off
rem swarm - the client of swarmd on Windows, where every command goes to the client's jar.
setlocal
set "DIST=%~dp0.."
set "JAVA=java"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"
if "%JAVA%"=="java" where java >nul 2>nul || goto nojava
set "ARCHIVE="
set "CACHE=%USERPROFILE%\.swarmd\cache"
if defined HOME set "CACHE=%HOME%\.swarmd\cache"
if defined SWARMD_HOME set "CACHE=%SWARMD_HOME%\cache"
if exist "%CACHE%\client.jsa" set ARCHIVE="-XX:SharedArchiveFile=%CACHE%\client.jsa"
"%JAVA%" %ARCHIVE% -Xshare:auto -Xlog:disable -XX:TieredStopAtLevel=1 -XX:+UseSerialGC ^
  -XX:-UsePerfData "-Dswarmd.dist=%DIST%" -cp "%DIST%\lib\swarm-client.jar" swarmd.client.Main %*
if "%~1"=="hook" exit /b 0
exit /b %ERRORLEVEL%

:nojava
if "%~1"=="hook" goto nohook
echo swarm: Java was not found. Install Java 17 or newer, or set JAVA_HOME to where it is. 1>&2
exit /b 1

rem Without an answer the host continues, but no permission is granted.
:nohook
if defined DISABLE_OMC if not "%DISABLE_OMC%"=="0" if /i not "%DISABLE_OMC%"=="false" goto continue
if "%SWARMD_PERMISSION_FALLBACK%"=="ask" goto continue
if "%~2"=="permission-request" goto deny
if "%~2"=="PermissionRequest" goto deny
findstr /c:"PermissionRequest" >nul && goto deny
:continue
echo {"continue":true}
exit /b 0
:deny
echo {"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"swarmd did not answer, so the request was denied; run: swarm doctor"}}}
exit /b 0
