import { bin, binQuery, purgeBody, restoreBody } from './bin.ts';
import { endpoint } from './endpoint.ts';

/** Albums come with the first page. */
export const readBin = endpoint({ method: 'GET', path: '/bin/:userId', access: 'session', tag: 'bin', query: binQuery, result: bin });

export const restoreBinned = endpoint({ method: 'PUT', path: '/bin/:userId/restore', access: 'session', tag: 'bin', body: restoreBody });

/** For good. */
export const purgeBinned = endpoint({ method: 'DELETE', path: '/bin/:userId', access: 'session', tag: 'bin', body: purgeBody });
