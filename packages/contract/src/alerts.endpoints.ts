import { alertSettingsBody, alertState } from './alerts.ts';
import { endpoint } from './endpoint.ts';

const alerts = { path: '/console/alerts', access: 'console', tag: 'system', result: alertState } as const;

export const readAlerts = endpoint({ method: 'GET', ...alerts, capability: 'system.see' });

/** CHANGED_MEANWHILE. */
export const editAlerts = endpoint({ method: 'PUT', ...alerts, capability: 'alerts.edit', body: alertSettingsBody });
