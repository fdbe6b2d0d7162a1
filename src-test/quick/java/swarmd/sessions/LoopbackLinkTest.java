package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import swarmd.sessions.LoopbackLink.End;

/** Whose connection it is, by the system's table. */
@EnabledOnOs(OS.LINUX)
class LoopbackLinkTest {
  private static final long OWN = ProcessHandle.current().pid();

  private final ProcessTable processes = ProcessTable.ofSystem();

  @Test
  void both_addresses_of_a_connection_are_compared(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("tcp"),
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 0100007F:C001 01 00000000:00000000 00:00000000 00000000  1000        0 1
           1: 0200007F:C001 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1002        0 2
           2: 0100007F:C001 0100007F:1F91 01 00000000:00000000 00:00000000 00000000  1003        0 3
           3: 0100007F:C001 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 4
        """);

    assertThat(new LoopbackLink(0xC001, 0x1F90).clientEnd(folder)).contains(new End(1001, 4));
    assertThat(new LoopbackLink(0xC002, 0x1F90).clientEnd(folder)).isEmpty();
  }

  @Test
  void the_client_of_a_connection_is_found() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
        try (Socket accepted = server.accept()) {
          LoopbackLink link = new LoopbackLink(client.getLocalPort(), accepted.getLocalPort());

          assertThat(processes.clientsOf(link)).contains(List.of(OWN));
          assertThat(processes.isClientOf(link, OWN)).contains(true);
          assertThat(processes.isClientOf(link, 1)).isNotEqualTo(Optional.of(true));
        }
      }
    }
  }

  @Test
  void a_client_that_has_hung_up_is_nobody() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port;
      try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
        port = client.getLocalPort();
      }
      LoopbackLink link = new LoopbackLink(port, server.getLocalPort());

      assertThat(processes.clientsOf(link)).contains(List.of());
      assertThat(processes.isClientOf(link, OWN)).contains(false);
    }
  }
}
