export const staffAccessKeys = {
  /** The options of a staff member for viewing an account. */
  views: ['staff-access', 'views'],
  view: (userId: string) => ['staff-access', 'views', userId],
  /** Requests to view the own account, and permissions in force. */
  grants: ['staff-access', 'grants'],
  activity: ['staff-access', 'activity'],
};
