"""How sheets travel: nothing in here judges them, and nothing that mail does to them matters.

letter    a turn as a mail that any mail program shows well, and any mail taken apart
mailbox   where mails lie: files, mbox, Maildir, a folder of downloads, IMAP
sending   how mails leave: git's settings, a sendmail-like command, SMTP with TLS
gitrepo   a match folder as a git repository
"""
