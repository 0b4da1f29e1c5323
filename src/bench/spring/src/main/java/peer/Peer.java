package peer;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Lists payments, and gives one, as a plain Spring Boot application does. */
@SpringBootApplication
public class Peer {
    public static void main(String[] args) {
        SpringApplication.run(Peer.class, args);
    }
}
