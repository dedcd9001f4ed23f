"""The client of an MQTT broker, a broker of our own (Mosquitto), and its accounts."""
