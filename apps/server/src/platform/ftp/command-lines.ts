/** Longer than any command with the longest path; what has no end by then is no command. */
const MAX_LINE_BYTES = 4096;

/** Cuts what arrives into lines, wherever the network cut it. */
export function createLineReader(onLine: (line: string) => void, onTooLong: () => void) {
  let rest: Buffer = Buffer.alloc(0);
  return {
    add(chunk: Buffer): void {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
        const line = rest.subarray(0, end);
        rest = rest.subarray(end + 1);
        if (line.length > MAX_LINE_BYTES) return onTooLong();
        onLine(decode(line));
      }
      if (rest.length > MAX_LINE_BYTES) onTooLong();
    },
    /** What was sent in the clear must not count as sent under TLS. */
    forget(): void {
      rest = Buffer.alloc(0);
    },
  };
}

/** Telnet signals stand before an ABOR (RFC 959, 4.1.3): bytes beyond ASCII, with which no command begins. */
function decode(line: Buffer): string {
  let start = 0;
  while (start < line.length && (line[start] ?? 0) >= 0x80) start++;
  return line.toString('utf8', start).replace(/\r$/, '');
}
