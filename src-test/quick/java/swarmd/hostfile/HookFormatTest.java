package swarmd.hostfile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HookFormatTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                                                    | hooks is not an object",
        "{'Stop':{}}                                           | hooks.Stop is not an array",
        "{'Stop':[{}]}                                         | hooks.Stop[0] has no array of"
            + " hooks",
        "{'Stop':['x']}                                        | hooks.Stop[0] has no array of"
            + " hooks",
        "{'Stop':[{'hooks':[]},{'hooks':[{}]}]}                | hooks.Stop[1].hooks[0] has no"
            + " type",
        "{'Stop':[{'hooks':[{'type':'command'}]}]}             | hooks.Stop[0].hooks[0] has no"
            + " command",
        "{'Stop':[{'hooks':[{'type':'http','url':7}]}]}        | hooks.Stop[0].hooks[0] has no url",
        "{'Stop':[{'matcher':1,'hooks':[]}]}                   | hooks.Stop[0].matcher is not a"
            + " string",
        "{'Stop':[{'hooks':[{'type':'x','timeout':0}]}]}       | hooks.Stop[0].hooks[0].timeout is"
            + " not a positive number",
      })
  void a_malformed_entry_is_reported_with_its_location(String hooks, String problem)
      throws MalformedJson {
    assertThat(HookFormat.problems(settings(hooks))).containsExactly(problem);
  }

  @Test
  void well_formed_hooks_have_no_problems() throws MalformedJson {
    assertThat(
            HookFormat.problems(
                settings(
                    "{'Stop':[{'matcher':'*','hooks':[{'type':'command','command':'x','timeout':1.5}]}],"
                        + "'disabled':['x'],'New':[{'hooks':[{'type':'later'}]}]}")))
        .isEmpty();
    assertThat(HookFormat.problems(JsonReader.read("{}", false))).isEmpty();
  }

  private static Value settings(String hooks) throws MalformedJson {
    return JsonReader.read("{\"hooks\":" + hooks.replace('\'', '"') + "}", false);
  }
}
