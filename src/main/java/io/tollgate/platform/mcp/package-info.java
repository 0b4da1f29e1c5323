/** The server of the Model Context Protocol: endpoints of the API as tools of agents. */
package io.tollgate.platform.mcp;
