package swarmd.swarm;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** All rules of tasks. Each database has one class that inherits them and opens the database. */
public abstract class TaskStoreContract
    implements ClaimOrderContract,
        ClaimAfterChangeContract,
        ClaimByIdContract,
        ClaimFilesContract,
        NothingToClaimContract,
        LeaseContract,
        RequestIdContract,
        RenewContract,
        SessionLeaseContract,
        EndOfLeaseContract,
        StaleTokenContract,
        RepeatedStepContract,
        RetryContract,
        CancelContract,
        ReopenContract,
        EditContract,
        TagsContract,
        CheckedTaskContract,
        HandoffContract,
        ListContract,
        DependencyContract,
        RefusedTasksContract,
        WaveContract,
        CountsContract,
        AnnouncementContract,
        HistoryContract,
        QueriesContract,
        LongTextsContract,
        ClaimableContract,
        KeyContract,
        NotBeforeContract,
        ClaimLimitContract,
        TagPauseContract,
        BulkContract,
        BranchContract,
        ImportContract {
  private TestSwarm swarm;

  protected abstract TestDatabase newDatabase();

  @BeforeEach
  void open() {
    swarm = new TestSwarm(newDatabase());
  }

  @AfterEach
  void close() {
    swarm.close();
  }

  @Override
  public TestSwarm swarm() {
    return swarm;
  }
}
