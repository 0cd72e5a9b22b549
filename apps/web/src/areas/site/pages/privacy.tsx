import { PrivacyText } from '../../accounts/parts/privacy-text.tsx';
import { TextPage } from '../parts/text-page.tsx';

export function PrivacyPage() {
  return (
    <TextPage
      title="Privacy Agreement"
      lead="What is kept about you, why, who can see it, and how to take it with you. You accept it at your first sign-in."
    >
      <PrivacyText headings="h2" />
    </TextPage>
  );
}
