/* kmn_centroids.h - the centroids of one k-means iteration, for the kernel and its reference.
 *
 * They are in constant memory, which a workload file cannot fill, so they are compiled in. They are whole numbers, so
 * that distances are exact (see kmn.yaml). The formula KMN_C(cluster, feature) spreads them over 0..255 without a
 * regular pattern, so that distances differ. */
#ifndef CTADEL_KMN_CENTROIDS_H
#define CTADEL_KMN_CENTROIDS_H

#define KMN_FEATURES 34
#define KMN_CLUSTERS 5

#define KMN_C(c, f)    (((c)*97 + (f)*151 + (c) * (f)*29 + 13) % 256)
#define KMN_ROW2(c, f) KMN_C(c, f), KMN_C(c, f + 1)
#define KMN_ROW8(c, f) KMN_ROW2(c, f), KMN_ROW2(c, f + 2), KMN_ROW2(c, f + 4), KMN_ROW2(c, f + 6)
#define KMN_ROW(c)                                                                                                     \
    {                                                                                                                  \
        KMN_ROW8(c, 0), KMN_ROW8(c, 8), KMN_ROW8(c, 16), KMN_ROW8(c, 24), KMN_ROW2(c, 32)                              \
    }
#define KMN_CENTROIDS                                                                                                  \
    {                                                                                                                  \
        KMN_ROW(0), KMN_ROW(1), KMN_ROW(2), KMN_ROW(3), KMN_ROW(4)                                                     \
    }

#endif
