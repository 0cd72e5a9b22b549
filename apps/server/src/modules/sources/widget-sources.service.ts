import type { WidgetSource } from '@vitrine/contract/sources';
import { type SourceWidgetSettings, WIDGET_SOURCE_KINDS } from '@vitrine/contract/widgets';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getAccountInView, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { presentSourceData, presentWidgetSource } from './sources.presenter.ts';
import { findSource, findSourceOfFile } from './sources.read-model.ts';
import { insertLink } from './sources.store.ts';

const SOURCE_GONE = 'This data source doesn’t exist any longer. Choose another one.';

/** Functions for the module widgets. */
export function createWidgetSources({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return {
    /** Throws unless the account may draw the source in a widget of this type. A source that the widget draws already may belong to another account. INVALID. */
    async assertUsable(actor: Person, { type, sourceId }: SourceWidgetSettings, currentSourceId?: string): Promise<void> {
      const row = await findSource(db, sourceId);
      const isAllowed = row && (row.owner_id === getAccountInView(actor) || sourceId === currentSourceId);
      if (!isAllowed) throw invalid(SOURCE_GONE);
      if (row.kind !== WIDGET_SOURCE_KINDS[type]) throw invalid('This data source has another kind of data. Choose another one.');
    },

    /** Records the source of a widget that is being saved. INVALID when it no longer exists. */
    async link(tx: Tx, fileId: string, sourceId: string): Promise<void> {
      if (!(await insertLink(tx, fileId, sourceId, clock.now()))) throw invalid(SOURCE_GONE);
    },

    /** Returns the data of the widget whose settings are in this file, for viewers who may not know its source. */
    async findDataOfFile(fileId: string): Promise<Pick<WidgetSource, 'document' | 'currentUntil'> | null> {
      const row = await findSourceOfFile(db, fileId);
      return row ? presentSourceData(row) : null;
    },

    /** Returns the source of the widget whose settings are in this file. */
    async findOfFile(actor: Person, fileId: string): Promise<WidgetSource | null> {
      const row = await findSourceOfFile(db, fileId);
      return row ? presentWidgetSource(row, getAccountInView(actor)) : null;
    },
  };
}

const invalid = (message: string) => new AppError('INVALID', message, { issues: [{ path: 'settings.sourceId', message }] });
