package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NoResultTest {
  @Test
  void a_result_without_parts_is_nothing() {
    assertThat(HookResult.NOTHING.isNothing()).isTrue();
  }

  static Stream<RecordComponent> parts() {
    return Arrays.stream(HookResult.class.getRecordComponents());
  }

  @ParameterizedTest
  @MethodSource("parts")
  void a_result_with_any_part_is_something(RecordComponent part)
      throws ReflectiveOperationException {
    RecordComponent[] all = HookResult.class.getRecordComponents();
    Object[] values = new Object[all.length];
    for (int i = 0; i < all.length; i++) {
      values[i] =
          all[i].getName().equals(part.getName())
              ? present(part.getType())
              : all[i].getAccessor().invoke(HookResult.NOTHING);
    }
    Class<?>[] types = Arrays.stream(all).map(RecordComponent::getType).toArray(Class<?>[]::new);

    HookResult result = HookResult.class.getDeclaredConstructor(types).newInstance(values);

    assertThat(result.isNothing()).isFalse();
  }

  @Test
  void a_result_with_any_remark_is_something() {
    Optional<String> text = Optional.of("text");
    Optional<String> none = Optional.empty();
    Stream.of(
            new HookResult.Remarks(text, none, none),
            new HookResult.Remarks(none, text, none),
            new HookResult.Remarks(none, none, text))
        .forEach(
            remarks ->
                assertThat(
                        new HookResult(
                                Optional.empty(),
                                none,
                                List.of(),
                                Optional.empty(),
                                none,
                                Map.of(),
                                remarks,
                                List.of())
                            .isNothing())
                    .isFalse());
  }

  private static Object present(Class<?> type) {
    if (type == Optional.class) {
      return Optional.of("text");
    }
    if (type == List.class) {
      return List.of("text");
    }
    if (type == Map.class) {
      return Map.of("name", "text");
    }
    assertThat(type).isEqualTo(HookResult.Remarks.class);
    return new HookResult.Remarks(Optional.of("text"), Optional.empty(), Optional.empty());
  }
}
