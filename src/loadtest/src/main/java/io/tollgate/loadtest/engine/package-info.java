/** The one place that knows Gatling: arrivals at a given rate, requests on the wire, the report. */
package io.tollgate.loadtest.engine;
