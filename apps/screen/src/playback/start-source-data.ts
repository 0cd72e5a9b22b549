import type { Database } from '../database/database.ts';
import { fetchSourceDocument } from '../sync/source-api.ts';
import { SourceData, type SourceSituation, type StoredDocument } from './source-data.ts';

let resolveStarted: (data: SourceData) => void;
const started = new Promise<SourceData>((resolve) => {
  resolveStarted = resolve;
});

/** Returns the data of the sources once it has been read from the database. */
export const getSourceData = (): Promise<SourceData> => started;

interface SourceOwner {
  readonly situation: SourceSituation;
  /** Called after each change of the situation. */
  readonly changeListeners: (() => void)[];
}

const logFailure = (cause: unknown): void => console.info('data of a source:', cause);

/** The documents are stored next to the manifest, under a key that older versions of the page ignore. */
interface DocumentStore {
  get(store: 'adopted', key: 'sources'): Promise<Record<string, StoredDocument> | undefined>;
  put(store: 'adopted', documents: Record<string, StoredDocument>, key: 'sources'): Promise<unknown>;
}

/** Reads the stored documents and follows the manifests of the screen. */
export async function startSourceData(screen: SourceOwner, database: Database): Promise<void> {
  const documents = database as unknown as DocumentStore;
  const stored = await documents.get('adopted', 'sources').catch(logFailure);
  const data = new SourceData({
    stored: stored ?? {},
    store: (changed) => documents.put('adopted', changed, 'sources'),
    fetchDocument: async (sha256) => {
      const identity = await database.get('identity', 'me');
      if (!identity) throw new Error('the screen is not registered');
      return fetchSourceDocument(identity, sha256);
    },
    readLastResponse: async () => (await database.get('clock', 'server'))?.heardAt ?? null,
    onError: logFailure,
  });
  const update = () => data.update(screen.situation);
  screen.changeListeners.push(update);
  update();
  resolveStarted(data);
}
