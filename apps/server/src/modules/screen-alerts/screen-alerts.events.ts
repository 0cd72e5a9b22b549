import type { ScreenAlertKind } from '@vitrine/contract';
import { defineEvent } from '../../platform/events.ts';

/** A condition that was reported to its owner. */
export interface ReportedAlert {
  kind: ScreenAlertKind;
  /** Null for a data source. */
  deviceId: string | null;
  sourceId: string | null;
  name: string;
  since: Date;
}

/** Conditions of an account's or a family's screens and data sources began or ended. `userIds` are the people to notify with `text`. */
export const screenAlertsReported = defineEvent<{
  ownerId: string;
  userIds: string[];
  text: string;
  begun: ReportedAlert[];
  ended: ReportedAlert[];
}>('screenAlerts.reported');
