package io.tollgate.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Creates the hosted page on which a benchmark buys. */
final class BenchPage {
    private BenchPage() {}

    /**
     * Creates a checkout page over the API.
     *
     * @param url address of the gateway
     * @param seller the name of the seller with this key
     * @param body of the request
     * @return the path of the page
     */
    static String create(String url, String key, String seller, String body) throws IOException, InterruptedException {
        HttpResponse<String> created = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url + "/v1/checkout-pages"))
                                .header("Authorization", "Bearer " + key)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        if (created.statusCode() != 201) {
            throw new IllegalStateException("no page: " + created.body());
        }
        JsonNode slug = new ObjectMapper().readTree(created.body()).at("/data/slug");
        return "/s/" + seller + "/" + slug.textValue();
    }
}
