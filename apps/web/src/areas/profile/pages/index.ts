/** All profile pages share one chunk, because each chunk adds its name to the entry script. */
export { ChangePasswordPage } from './change-password.tsx';
export { FtpAccountPage } from './ftp-account.tsx';
export { ProfilePage } from './profile.tsx';
export { ProfileLayout } from './profile-layout.tsx';
export { SecurityPage } from './security.tsx';
