package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Constructor;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;

/** Writes results in the format of one host. */
interface AnswerWriter {

  ObjectNode write(HookEvent event, HookResult result);

  /**
   * The writer of a host is the class named after its id, such as ClaudeAnswers, so that a new host
   * needs only a profile and a writer.
   */
  static AnswerWriter of(HostProfile host, TextLimit limit) {
    String id = host.id();
    String name =
        AnswerWriter.class.getPackageName()
            + "."
            + Character.toUpperCase(id.charAt(0))
            + id.substring(1)
            + "Answers";
    try {
      Constructor<?> constructor = Class.forName(name).getDeclaredConstructor(TextLimit.class);
      return (AnswerWriter) constructor.newInstance(limit.within(host.traits().textBytes()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("host '" + id + "' has no answer writer: " + name, e);
    }
  }
}
