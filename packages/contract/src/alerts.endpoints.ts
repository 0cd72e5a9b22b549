import { alertSettingsBody, alertState } from './alerts.ts';
import { endpoint } from './endpoint.ts';

const alerts = { path: '/console/alerts', access: 'console', tag: 'system', result: alertState } as const;

export const readAlerts = endpoint({
  method: 'GET',
  summary: 'Returns the active alerts of the installation and the settings of alert emails.',
  errors: [],
  ...alerts,
  capability: 'system.see',
});

export const editAlerts = endpoint({
  method: 'PUT',
  summary: 'Changes the thresholds and recipients of alert emails.',
  errors: ['CHANGED_MEANWHILE'],
  ...alerts,
  capability: 'alerts.edit',
  body: alertSettingsBody,
});
