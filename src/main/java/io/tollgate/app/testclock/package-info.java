/** The test clock of a seller, which moves the time of test mode forward. */
package io.tollgate.app.testclock;
