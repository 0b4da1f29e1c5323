package peer;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Tells who holds a key, and remembers it for as long as the gateway does. */
@Configuration
class Keys implements HandlerInterceptor, WebMvcConfigurer {
    static final String CALLER = "caller";

    private static final String BEARER = "Bearer ";
    private static final String SQL = "SELECT seller_id, livemode FROM bench_key WHERE key_hash = ?";

    private final JdbcTemplate database;
    private final long keptNanos;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(Caller caller, long since) {}

    Keys(JdbcTemplate database, @Value("${KEY_SECONDS:5}") long seconds) {
        this.database = database;
        this.keptNanos = seconds * 1_000_000_000L;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        String header = request.getHeader("Authorization");
        Caller caller = header != null && header.startsWith(BEARER) ? holder(header.substring(BEARER.length())) : null;
        if (caller == null) {
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
            return false;
        }
        request.setAttribute(CALLER, caller);
        return true;
    }

    private Caller holder(String key) {
        String hash = sha256(key);
        Known remembered = known.get(hash);
        if (remembered != null && System.nanoTime() - remembered.since() < keptNanos) {
            return remembered.caller();
        }
        List<Caller> found =
                database.query(SQL, (row, number) -> new Caller(row.getString(1), row.getBoolean(2)), hash);
        if (found.isEmpty()) {
            return null;
        }
        known.put(hash, new Known(found.get(0), System.nanoTime()));
        return found.get(0);
    }

    private static String sha256(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
