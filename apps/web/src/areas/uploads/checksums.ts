/** The SHA-256 of each file, in the same order; null for what cannot be read. */
export async function computeChecksums(files: readonly File[]): Promise<(string | null)[]> {
  if (files.length === 0) return [];
  const worker = new Worker(new URL('./checksum.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      const checksums: (string | null)[] = [];
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker did not start.')));
      worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
        if (checksums.push(data) === files.length) resolve(checksums);
      });
      for (const file of files) worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}
