package swarmd.store.sqlite;

/** What is kept of sessions, hook events, modes and notes, on every database. */
interface SessionStoreContract
    extends SessionContract,
        SubagentContract,
        FileEditContract,
        ForgettingContract,
        HookLogContract,
        HookSummaryContract,
        ModeContract,
        NoteContract {}
