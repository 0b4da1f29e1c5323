/**
 * The command-line interface. Each command reads the settings, opens the database and calls one component.
 *
 * <p>Progress and results go to stdout. A problem that the operator can fix is one line on stderr with exit status 2,
 * or 78 for settings. Any other failure is a defect: exit status 1, with the stack trace in the log.
 */
package io.tollgate.app.cli;
