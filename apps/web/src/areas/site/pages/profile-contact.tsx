import { Panel } from '../../../ui/panel.tsx';
import { Contact } from '../parts/contact.tsx';

export function ContactPage() {
  return (
    <Panel title="Contact us" note="Have a question, a request or a problem? We’ll reply by email.">
      <Contact />
    </Panel>
  );
}
