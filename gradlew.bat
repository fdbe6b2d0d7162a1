@rem
@rem Copyright 2015 the original author or authors.
@rem
@rem Licensed under the Apache License, Version 2.0 (the "License");
@rem you may not use this file except in compliance with the License.
@rem You may obtain a copy of the License at
@rem
@rem      https://www.apache.org/licenses/LICENSE-2.0
@rem
@rem Unless required by applicable law or agreed to in writing, software
@rem distributed under the License is distributed on an "AS IS" BASIS,
@rem WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
@rem See the License for the specific language governing permissions and
@rem limitations under the License.
@rem
@rem SPDX-License-Identifier: Apache-2.0
@rem

@if "%DEBUG%"=="" @echo off
@rem ##########################################################################
@rem
@rem  Gradle startup script for Windows
@rem
@rem ##########################################################################

@rem Set local scope for the variables with windows NT shell
if "%OS%"=="Windows_NT" setlocal

set DIRNAME=%~dp0
if "%DIRNAME%"=="" set DIRNAME=.
@rem This is normally unused
set APP_BASE_NAME=%~n0
set APP_HOME=%DIRNAME%

@rem Resolve any "." and ".." in APP_HOME to make it shorter.
for %%i in ("%APP_HOME%") do set APP_HOME=%%~fi

@rem Add default JVM options here. You can also use JAVA_OPTS and GRADLE_OPTS to pass JVM options to this script.
set DEFAULT_JVM_OPTS="-Xmx64m" "-Xms64m"

@rem Find java.exe
if defined JAVA_HOME goto findJavaFromJavaHome

set JAVA_EXE=java.exe
%JAVA_EXE% -version >NUL 2>&1
if %ERRORLEVEL% equ 0 goto execute

echo. 1>&2
echo ERROR: JAVA_HOME is not set and no 'java' command could be found in your PATH. 1>&2
echo. 1>&2
echo Please set the JAVA_HOME variable in your environment to match the 1>&2
echo location of your Java installation. 1>&2

goto fail

:findJavaFromJavaHome
set JAVA_HOME=%JAVA_HOME:"=%
set JAVA_EXE=%JAVA_HOME%/bin/java.exe

if exist "%JAVA_EXE%" goto execute

echo. 1>&2
echo ERROR: JAVA_HOME is set to an invalid directory: %JAVA_HOME% 1>&2
echo. 1>&2
echo Please set the JAVA_HOME variable in your environment to match the 1>&2
echo location of your Java installation. 1>&2

goto fail

:execute
@rem Setup the command line

set CLASSPATH=%APP_HOME%\gradle\wrapper\gradle-wrapper.jar


@rem BEGIN: not part of the generated script, does the same as gradle/central/use-central.sh
set GRADLE_USER_HOME_DIR=%GRADLE_USER_HOME%
if "%GRADLE_USER_HOME_DIR%"=="" set GRADLE_USER_HOME_DIR=%USERPROFILE%\.gradle
for /d %%d in ("%GRADLE_USER_HOME_DIR%\wrapper\dists\gradle-8.9-bin\*") do if exist "%%d\*.ok" goto executeWrapper

set RECIPE=
for %%f in ("%APP_HOME%\gradle\central\*") do call set RECIPE=%%RECIPE%%-%%~zf
set ASSEMBLED_GRADLE=%GRADLE_USER_HOME_DIR%\central\gradle-8.9%RECIPE%
if exist "%ASSEMBLED_GRADLE%" goto executeAssembled
"%JAVA_EXE%" "%APP_HOME%\gradle\central\GradleFromCentral.java" "%APP_HOME%\." "%GRADLE_USER_HOME_DIR%\." "%ASSEMBLED_GRADLE%"
if %ERRORLEVEL% neq 0 goto fail
if not exist "%ASSEMBLED_GRADLE%" goto executeWrapper

:executeAssembled
set JVM_OPTS=-Xmx512m -XX:MaxMetaspaceSize=384m
for %%f in ("%APP_HOME%\gradle.properties" "%GRADLE_USER_HOME_DIR%\gradle.properties") do if exist %%f for /f "tokens=1,* delims==" %%a in ('findstr /b /c:"org.gradle.jvmargs=" %%f') do set JVM_OPTS=%%b
"%JAVA_EXE%" -XX:TieredStopAtLevel=1 -Dfile.encoding=UTF-8 %JVM_OPTS% %JAVA_OPTS% %GRADLE_OPTS% "-Dorg.gradle.appname=%APP_BASE_NAME%" "@%ASSEMBLED_GRADLE%\java.args" %*
goto end
@rem END

:executeWrapper
@rem Execute Gradle
"%JAVA_EXE%" %DEFAULT_JVM_OPTS% %JAVA_OPTS% %GRADLE_OPTS% "-Dorg.gradle.appname=%APP_BASE_NAME%" -classpath "%CLASSPATH%" org.gradle.wrapper.GradleWrapperMain %*

:end
@rem End local scope for the variables with windows NT shell
if %ERRORLEVEL% equ 0 goto mainEnd

:fail
rem Set variable GRADLE_EXIT_CONSOLE if you need the _script_ return code instead of
rem the _cmd.exe /c_ return code!
set EXIT_CODE=%ERRORLEVEL%
if %EXIT_CODE% equ 0 set EXIT_CODE=1
if not ""=="%GRADLE_EXIT_CONSOLE%" exit %EXIT_CODE%
exit /b %EXIT_CODE%

:mainEnd
if "%OS%"=="Windows_NT" endlocal

:omega
