/** More would only wait for the same line to the store. */
const MAX_CONCURRENT_PARTS = 3;

interface PartSenderOptions {
  /** How many parts the store has already. */
  sent: number;
  /** Puts a part, counted from 1, and answers its tag. */
  put: (number: number) => Promise<string>;
  /** Records that this many parts are stored, one call after the other, each with the tags of the new ones. */
  onPartStored: (count: number, tags: readonly string[]) => Promise<void>;
}

/** Sends parts a few at a time and notes them in their order, however they are acknowledged. */
export function createPartUploadQueue({ sent, put, onPartStored }: PartSenderOptions) {
  const running = new Set<Promise<void>>();
  const acknowledged = new Map<number, string>();
  let noted = sent;
  let noting: Promise<void> = Promise.resolve();
  let fault: { error: unknown } | undefined;

  const reportInOrder = async () => {
    const tags: string[] = [];
    for (let tag = acknowledged.get(noted + 1); tag !== undefined; tag = acknowledged.get(noted + tags.length + 1)) tags.push(tag);
    if (tags.length === 0) return;
    await onPartStored(noted + tags.length, tags);
    noted += tags.length;
  };
  const sendPart = async (number: number) => {
    try {
      acknowledged.set(number, await put(number));
      noting = noting.then(reportInOrder);
      await noting;
    } catch (error) {
      fault ??= { error };
    }
  };
  const throwIfFailed = () => {
    if (fault) throw fault.error;
  };

  return {
    send(number: number): void {
      const one: Promise<void> = sendPart(number).finally(() => running.delete(one));
      running.add(one);
    },
    /** Until another part may come. Throws what went wrong with one before. */
    async waitForCapacity(): Promise<void> {
      while (running.size >= MAX_CONCURRENT_PARTS) await Promise.race(running);
      throwIfFailed();
    },
    async drain(): Promise<void> {
      await Promise.all(running);
      throwIfFailed();
    },
  };
}
