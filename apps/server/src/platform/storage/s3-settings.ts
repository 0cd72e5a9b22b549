/** Settings of an S3-compatible object store. */
export interface S3Settings {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  /** Undefined: as AWS's own programs find them, such as by the role of the machine. */
  keys: { id: string; secret: string } | undefined;
  prefix: string;
  cacheBytes: number;
  accelPath: string | undefined;
  /** Files move, and the other holds what has not been moved. */
  move: 'to-s3' | 'to-folder' | undefined;
}
