// Verifies deliveries as receivers do: `v1` with the library of Standard Webhooks, which knows no `v1a`, and `v1a` with
// the function of the guide. Prints how many it accepted, with their bodies and with other ones.
import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

const { secret, publicKey, deliveries } = JSON.parse(readFileSync("deliveries.json", "utf8"));

function isFromTollgate(headers, body, publicKey) {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(publicKey.slice(5), "base64")]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  const message = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const isRecent = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"])) < 300;
  return isRecent && headers["webhook-signature"].split(" ").some((one) =>
    one.startsWith("v1a,") && verify(null, message, key, Buffer.from(one.slice(4), "base64")));
}

function symmetric({ headers, body }) {
  try {
    return new Webhook(secret).verify(body, headers).eventId === headers["webhook-id"];
  } catch {
    return false;
  }
}

const count = (all, accepts) => all.filter(accepts).length;
const changed = deliveries.map(({ headers, body }) => ({ headers, body: body.replace("2", "3") }));
const asymmetric = ({ headers, body }) => isFromTollgate(headers, body, publicKey);
console.log(`v1 ${count(deliveries, symmetric)} v1a ${count(deliveries, asymmetric)}`);
console.log(`changed v1 ${count(changed, symmetric)} v1a ${count(changed, asymmetric)}`);
