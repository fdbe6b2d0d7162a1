package swarmd.store;

/** What is kept of sessions, hook events and modes, on every database. */
interface SessionStoreContract
    extends SessionContract,
        SubagentContract,
        FileEditContract,
        ForgettingContract,
        HookLogContract,
        HookSummaryContract,
        ModeContract {}
