/** One chunk for all pages of the profile; see playlist-pages.ts. */
export { ChangePasswordPage } from './change-password.tsx';
export { ContactPage } from './contact.tsx';
export { FtpAccountPage } from './ftp-account.tsx';
export { OrderPage } from './order.tsx';
export { OrdersPage } from './orders.tsx';
export { ProfilePage } from './profile.tsx';
export { ProfileLayout } from './profile-layout.tsx';
export { ReceiptPage } from './receipt.tsx';
export { TermsPage } from './terms.tsx';
export { TransactionsPage } from './transactions.tsx';
