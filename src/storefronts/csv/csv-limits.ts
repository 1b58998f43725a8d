/**
 * How large an export may be. The command line checks these before it installs a shop, and the extraction again while it
 * streams. Shopify itself takes product files of 15 MB, so a file that meets a bound is a mistake, or is meant to do harm.
 */

/** Forty times Shopify's largest catalog at a usual row; past it an upload or a disk fails before we do. */
export const FILE_BYTES_MAX = 2 * 1024 ** 3;

/** Shopify's bound of 2,048 variants a product leaves room for 2,400 full products; no shop we know of has half as many rows. Nor may a file have more images. */
export const ROWS_MAX = 5_000_000;

/** Shopify allows a product 250 pictures and videos. */
export const CELL_IMAGES_MAX = 250;

/** Shopify allows some 60 standard columns, three a market and 200 metafield definitions a level: 1,000 is beyond all of them. */
export const COLUMNS_MAX = 1_000;

/** Shopify cuts a description at 512 KB. A cell that goes on for longer is nearly always a quote that nobody closed. */
export const CELL_BYTES_MAX = 1024 ** 2;

/** A row is held whole while it is read, so this bounds memory: 1,000 columns of 1 MiB each would be a gigabyte. */
export const RECORD_BYTES_MAX = 32 * 1024 ** 2;
