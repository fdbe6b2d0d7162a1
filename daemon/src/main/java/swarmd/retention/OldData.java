package swarmd.retention;

import java.util.Optional;

/**
 * The data to delete.
 *
 * @param before in epoch milliseconds; what was last used before then is old
 * @param project only this project's, if present
 */
public record OldData(DataKind kind, long before, Optional<String> project) {}
