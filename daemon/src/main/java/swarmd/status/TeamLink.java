package swarmd.status;

import java.util.Optional;

/**
 * How this workstation is connected to its team's database. Times are epoch milliseconds.
 *
 * @param database its address, without a password
 * @param problem why it does not answer; empty if it does
 * @param since when that began
 * @param copiedAt when this workstation last knew everything that the team has done; 0 if never
 */
public record TeamLink(String database, Optional<String> problem, long since, long copiedAt) {}
