-- Whether the hook of a session's start had what tells its host's hooks from commands of its tools.
ALTER TABLE binding ADD COLUMN marked INTEGER NOT NULL DEFAULT 0;
