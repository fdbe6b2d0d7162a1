package swarmd.store.sqlite;

/** The storage of sessions, hook events, modes and notes, on every database. */
interface SessionStoreContract
    extends SessionContract,
        SubagentContract,
        FileEditContract,
        ForgettingContract,
        HookLogContract,
        HookSummaryContract,
        ModeContract,
        NoteContract {}
