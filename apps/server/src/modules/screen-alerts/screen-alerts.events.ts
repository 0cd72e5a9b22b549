import type { ScreenAlertKind } from '@vitrine/contract';
import { defineEvent } from '../../platform/events.ts';
import type { AlertSubject } from './screen-alerts.store.ts';

/** A condition that was reported to its owner. */
export interface ReportedAlert extends AlertSubject {
  kind: ScreenAlertKind;
  name: string;
  since: Date;
}

/** Conditions of an account's or a family's screens, data sources and feeds of public warnings began or ended. `userIds` are the people to notify with `text`. */
export const screenAlertsReported = defineEvent<{
  ownerId: string;
  userIds: string[];
  text: string;
  begun: ReportedAlert[];
  ended: ReportedAlert[];
}>('screenAlerts.reported');
