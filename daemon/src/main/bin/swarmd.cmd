@echo off
rem swarmd - the daemon, in the foreground. "swarm daemon start" runs this in the background.
rem SWARMD_JAVA_OPTS adds options for Java.
setlocal
set "DIST=%~dp0.."
set "JAVA=java"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"
if "%JAVA%"=="java" where java >nul 2>nul || goto nojava
set "CACHE=%USERPROFILE%\.swarmd\cache"
if defined HOME set "CACHE=%HOME%\.swarmd\cache"
if defined SWARMD_HOME set "CACHE=%SWARMD_HOME%\cache"
set "ARCHIVE="
if exist "%CACHE%\daemon.jsa" set ARCHIVE="-XX:SharedArchiveFile=%CACHE%\daemon.jsa" -Xlog:disable
"%JAVA%" %ARCHIVE% -Xms16m -Xmx256m -Xss512k -XX:+UseSerialGC -XX:MinHeapFreeRatio=20 ^
  -XX:MaxHeapFreeRatio=40 -XX:+ExitOnOutOfMemoryError -XX:-UsePerfData -Djava.awt.headless=true ^
  --enable-native-access=ALL-UNNAMED ^
  %SWARMD_JAVA_OPTS% "-Dswarmd.dist=%DIST%" -cp "%DIST%\lib\*" swarmd.daemon.Main %*
exit /b %ERRORLEVEL%

:nojava
echo swarmd: Java was not found. Install Java 17 or newer, or set JAVA_HOME to where it is. 1>&2
exit /b 1
