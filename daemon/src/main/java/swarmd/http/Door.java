package swarmd.http;

/** How a request got in, which decides what it may do. */
enum Door {
  /** The Unix socket, which only the owner can reach. */
  SOCKET("the socket"),

  /** 127.0.0.1 with the page's token. */
  PAGE("the page token"),

  /** 127.0.0.1 with the token that is written into hosts' settings. */
  HOOKS("the hook token"),

  /** 127.0.0.1 with the token for clients of MCP. */
  MCP("the MCP token"),

  /** 127.0.0.1 without a token. */
  STRANGER("a client without a token");

  private final String title;

  Door(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
