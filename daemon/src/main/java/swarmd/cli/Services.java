package swarmd.cli;

import swarmd.events.EventFeed;
import swarmd.settings.Settings;
import swarmd.status.StatusReader;
import swarmd.swarm.Store;
import swarmd.swarm.Tasks;
import swarmd.time.Time;

/** What commands work with. */
public record Services(
    Store<?, ?> store,
    Tasks tasks,
    StatusReader status,
    EventFeed events,
    Settings settings,
    Time time,
    String version) {}
