"""HTTPS in a local network: a local certificate authority, the certificate of the server, and how to trust them."""
