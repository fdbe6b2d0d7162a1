package swarmd.http;

/** Who may use a route besides the owner, who may use all of them through the socket. */
enum Access {
  /** For everything that runs a program or changes what the owner trusts. */
  OWNER {
    @Override
    boolean allowsOnPort(Door door) {
      return false;
    }
  },

  /** For reading, and for changing tasks. */
  PAGE {
    @Override
    boolean allowsOnPort(Door door) {
      return door == Door.PAGE;
    }
  },

  /** For hosts that send their events themselves. */
  HOOKS {
    @Override
    boolean allowsOnPort(Door door) {
      return door == Door.HOOKS;
    }
  },

  /** For programs that call tools by MCP. */
  MCP {
    @Override
    boolean allowsOnPort(Door door) {
      return door == Door.MCP;
    }
  },

  /** For what holds no data. */
  ANYONE {
    @Override
    boolean allowsOnPort(Door door) {
      return true;
    }
  };

  boolean allows(Door door) {
    return door == Door.SOCKET || allowsOnPort(door);
  }

  abstract boolean allowsOnPort(Door door);
}
