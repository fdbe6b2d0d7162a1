package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.retention.DataKind;
import swarmd.retention.OldData;
import swarmd.retention.OldDataQueries.RowKey;

/** A step costs the same however much is stored. */
class OldRowsPlanTest {
  private QueryPlans plans;

  @BeforeEach
  void open() throws SQLException {
    plans = new QueryPlans();
  }

  @AfterEach
  void close() throws SQLException {
    plans.close();
  }

  static Stream<DataKind> stored() {
    return Stream.of(DataKind.values()).filter(kind -> kind != DataKind.LONG_TEXTS);
  }

  private static RowKey key(DataKind kind) {
    return new RowKey(
        Stream.<Object>generate(() -> 1L).limit(OldRows.of(kind).keyLength()).toList());
  }

  @ParameterizedTest
  @MethodSource("stored")
  void the_next_page_begins_where_the_last_one_ended(DataKind kind) throws SQLException {
    OldData data = new OldData(kind, 1, Optional.empty());
    SqlOldDataQueries queries = new SqlOldDataQueries(plans.connection());

    assertThat(plans.of(() -> queries.page(data, Optional.of(key(kind)))))
        .noneMatch(step -> step.contains("TEMP B-TREE"))
        .noneMatch(step -> step.startsWith("SCAN"));
  }

  @ParameterizedTest
  @MethodSource("stored")
  void rows_are_deleted_by_their_key(DataKind kind) throws SQLException {
    OldData data = new OldData(kind, 1, Optional.empty());
    SqlOldDataRepository repository = new SqlOldDataRepository(plans.connection(), () -> {});

    assertThat(plans.of(() -> repository.delete(data, List.of(key(kind)))))
        .isNotEmpty()
        .noneMatch(step -> step.startsWith("SCAN"));
  }
}
