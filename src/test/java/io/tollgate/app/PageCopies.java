package io.tollgate.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.TestApi;

/**
 * Copies pages whose parts name files, products and rates in another order than that of their ids.
 *
 * @param api which copies them
 * @param others creates them, without a record of its locks
 */
record PageCopies(TestApi api, TestApi others) {
    private void copy(String path) {
        api.post(path + "/duplicate", "").expect(201);
    }

    private String post(String path, String body) {
        return others.post(path, body.replace('\'', '"'))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private String image() {
        JsonNode image = FileSamples.upload(others, "image", "a.png", FileSamples.png(4, 4))
                .expect(201)
                .json()
                .get("data");
        return image.get("id").textValue();
    }

    void send() {
        String first = image();
        String second = image();
        String third = image();
        String card = post("/v1/products", "{'role':'orderbump','title':'Card','price':{'amount':500}}");
        String box = post("/v1/products", "{'role':'orderbump','title':'Box','price':{'amount':500}}");
        String rate = post("/v1/tax-rates", "{'displayName':'VAT','percentage':19,'inclusive':true}");
        String page = post(
                "/v1/checkout-pages",
                "{'name':'Copied','imageIds':['" + third + "'],'productData':{'imageIds':['" + first
                        + "'],'fixedTaxRateIds':['" + rate + "'],'hasUnlimitedStock':false,'stock':5,"
                        + "'variants':[{'name':'Size','manageVariantOptionStock':true,'options':["
                        + "{'name':'S','imageId':'"
                        + second
                        + "','stock':3},{'name':'M'}]}]}}");
        for (String bump : new String[] {box, card}) {
            others.post("/v1/checkout-pages/" + page + "/order-bumps", "{\"productId\":\"" + bump + "\"}")
                    .expect(201);
        }
        copy("/v1/checkout-pages/" + page);
        String event = post(
                "/v1/events",
                "{'name':'Copied','imageIds':['" + second + "'],'eventDetails':{'capacity':9},"
                        + "'ticketGroups':[{'name':'Hall','capacity':5,'ticketTypes':[{'name':'Seat','imageId':'"
                        + first + "','capacity':3}]}]}");
        copy("/v1/events/" + event);
        copy("/v1/forms/" + post("/v1/forms", "{'name':'Copied','imageIds':['" + first + "']}"));
    }
}
