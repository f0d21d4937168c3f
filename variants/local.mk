# SPDX-License-Identifier: Apache-2.0

# Every family's folder is installed as it is.
nobase_dist_pkgdata_DATA = \
	variants/README.md \
	variants/manifest.schema.json \
	variants/gemm/README.md \
	variants/gemm/manifest.json \
	variants/gemm/packed.cl \
	variants/gemm/reference.cl \
	variants/gemm/strip.cl \
	variants/gemm/tiled.cl \
	variants/gramschmidt/README.md \
	variants/gramschmidt/length.cl \
	variants/gramschmidt/manifest.json \
	variants/gramschmidt/project.cl \
	variants/gramschmidt/project_vector.cl \
	variants/gramschmidt/reference.cl \
	variants/kmeans/README.md \
	variants/kmeans/manifest.json \
	variants/kmeans/nearest.cl \
	variants/kmeans/reference.cl \
	variants/matvec/README.md \
	variants/matvec/columns.cl \
	variants/matvec/columns_vector.cl \
	variants/matvec/manifest.json \
	variants/matvec/matvec.cl \
	variants/matvec/rank2.cl \
	variants/matvec/reference.cl \
	variants/matvec/rows.cl \
	variants/matvec/rows_vector.cl \
	variants/reduction/README.md \
	variants/reduction/chains.cl \
	variants/reduction/columns.cl \
	variants/reduction/groups.cl \
	variants/reduction/manifest.json \
	variants/reduction/reduction.cl \
	variants/reduction/reference.cl \
	variants/sweep2d/README.md \
	variants/sweep2d/cell.cl \
	variants/sweep2d/columns.cl \
	variants/sweep2d/manifest.json \
	variants/sweep2d/reference.cl \
	variants/sweep2d/rows.cl \
	variants/syr2k/README.md \
	variants/syr2k/manifest.json \
	variants/syr2k/packed.cl \
	variants/syr2k/reference.cl \
	variants/syr2k/tiled.cl \
	variants/transpose/README.md \
	variants/transpose/blocks.cl \
	variants/transpose/manifest.json \
	variants/transpose/quads.cl \
	variants/transpose/reference.cl \
	variants/transpose/tiled.cl
