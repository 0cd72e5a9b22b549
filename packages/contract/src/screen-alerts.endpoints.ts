import { endpoint } from './endpoint.ts';
import { alertSettingsOfOwnerBody, alertSubscriptionBody, screenAlerts, screenAlertsQuery, tagAlertsBody } from './screen-alerts.ts';

export const readScreenAlerts = endpoint({
  method: 'GET',
  path: '/screen-alerts',
  access: 'session',
  tag: 'screen alerts',
  summary: 'Returns the active alerts of an account or a family, and the settings of its alerts.',
  errors: ['NOT_FOUND'],
  query: screenAlertsQuery,
  result: screenAlerts,
});

export const editScreenAlerts = endpoint({
  method: 'PUT',
  path: '/screen-alerts/settings',
  access: 'session',
  tag: 'screen alerts',
  summary: 'Changes what an account or a family is alerted about.',
  description: 'Active alerts of conditions that are turned off are deleted without a message.',
  errors: ['NOT_FOUND'],
  body: alertSettingsOfOwnerBody,
});

export const editTagAlerts = endpoint({
  method: 'PUT',
  path: '/screen-alerts/tags/:tagId',
  access: 'session',
  tag: 'screen alerts',
  summary: 'Sets conditions for the devices with a tag.',
  description:
    'They replace those of the account or the family. For a device with several such tags, each condition is on if it is on for one of them.',
  errors: ['NOT_FOUND'],
  body: tagAlertsBody,
});

export const deleteTagAlerts = endpoint({
  method: 'DELETE',
  path: '/screen-alerts/tags/:tagId',
  access: 'session',
  tag: 'screen alerts',
  summary: 'Removes the conditions of a tag.',
  errors: ['NOT_FOUND'],
});

export const editAlertSubscription = endpoint({
  method: 'PUT',
  path: '/screen-alerts/subscription',
  access: 'session',
  tag: 'screen alerts',
  summary: 'Changes how the account is alerted.',
  description: 'Each member of a family decides for themselves.',
  errors: ['NOT_FOUND'],
  body: alertSubscriptionBody,
});
