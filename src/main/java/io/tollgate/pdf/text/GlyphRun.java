package io.tollgate.pdf.text;

import io.tollgate.pdf.font.Cluster;
import io.tollgate.pdf.font.Face;
import java.util.List;

/**
 * Clusters of one face in the order they stand on the page, from left to right; lengths in
 * thousandths of the type size.
 *
 * @param x where each cluster stands, from the start of the run
 */
public record GlyphRun(Face face, List<Cluster> clusters, float[] x, float width) {}
