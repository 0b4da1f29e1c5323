/**
 * The command line: thin commands, each of which reads the settings, opens the database and calls one part.
 *
 * <p>Progress and results go to stdout. What the operator can mend is one line on stderr and exit status 2;
 * anything else is a defect, status 1, with its trace in the log.
 */
package io.tollgate.cli;
