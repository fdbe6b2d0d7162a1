package org.gradle.internal.compiler.java;

import java.io.File;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.annotation.processing.Processor;
import javax.tools.JavaCompiler.CompilationTask;

/**
 * Takes the place of Gradle's class of this name, which no artifact on Maven Central has. Gradle's
 * own observes javac for the sake of incremental compilation (which init.gradle turns off); this
 * one just runs it.
 */
public final class IncrementalCompileTask implements CompilationTask {
  private final CompilationTask javac;

  public IncrementalCompileTask(
      CompilationTask javac,
      Function<File, Optional<String>> relativize,
      Consumer<String> classBackup,
      Consumer<Map<String, Set<String>>> classNames,
      BiConsumer<String, String> accessibleDependents,
      BiConsumer<String, String> privateDependents) {
    this.javac = javac;
  }

  @Override
  public void addModules(Iterable<String> names) {
    javac.addModules(names);
  }

  @Override
  public void setProcessors(Iterable<? extends Processor> processors) {
    javac.setProcessors(processors);
  }

  @Override
  public void setLocale(Locale locale) {
    javac.setLocale(locale);
  }

  @Override
  public Boolean call() {
    return javac.call();
  }
}
