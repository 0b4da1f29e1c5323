package io.tollgate.pdf.text;

import io.tollgate.pdf.font.Cluster;
import io.tollgate.pdf.font.Face;
import java.util.List;

/**
 * Clusters of one face in visual order, from left to right. Lengths are in thousandths of the font size.
 *
 * @param x position of each cluster, from the start of the run
 */
public record GlyphRun(Face face, List<Cluster> clusters, float[] x, float width) {}
