export { screenAlertsModule } from './module.ts';
export { type ReportedAlert, screenAlertsReported } from './screen-alerts.events.ts';
